import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('client', 'public');
const page = join('client', 'index.html');
const manifest = join(folder, 'manifest.webmanifest');

const markOf = ({ brand, background, secondary, text }) =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">',
    `<rect x="4" y="12" width="26" height="19" rx="3" fill="${brand.main}"/>`,
    `<rect x="9" y="19" width="16" height="7" rx="1.5" fill="${background.default}"/>`,
    '<path d="M2 5.500A2.500 2.500 0 0 1 4.500 3h25A2.500 2.500 0 0 1 32 5.500V12a3.750 3.750 0 0 1-7.500 0 3.750 3.750',
    ` 0 0 1-7.500 0 3.750 3.750 0 0 1-7.500 0A3.750 3.750 0 0 1 2 12z" fill="${secondary.main}"/>`,
    `<path d="M9.500 3h7.500v9a3.750 3.750 0 0 1-7.500 0zM24.500 3H32v9a3.750 3.750 0 0 1-7.500 0z" fill="${text.primary}"/>`,
    '</svg>\n',
  ].join('');

/** The files that show the palette's colours where neither styles nor scripts run, by path. */
export function brandFiles({ brand, background, secondary, text }) {
  const withColours = (file, ...colours) =>
    colours.reduce((content, [before, colour]) => content.replace(before, `$1${colour}`), readFileSync(file, 'utf8'));
  return {
    [page]: withColours(page, [/(<meta name="theme-color" content=")[^"]*/, brand.main]),
    [manifest]: withColours(
      manifest,
      [/("background_color": ")[^"]*/, background.default],
      [/("theme_color": ")[^"]*/, brand.main],
    ),
    [join(folder, 'favicon.svg')]: markOf({ brand, background, secondary, text }),
  };
}
