export interface Instruction {
  readonly name: string;
  /** The arguments, with continued lines joined. */
  readonly text: string;
}

export interface StageText {
  /** The name for COPY --from and FROM; the last stage has none. */
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile (docs.docker.com/reference/dockerfile). */
export function parseDockerfile(text: string): StageText[] {
  const said = text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  const stages: (StageText & { instructions: Instruction[] })[] = [];
  for (const line of said
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [name = '', ...words] = line.split(' ');
    const rest = words.join(' ').trim();
    if (name === 'FROM') {
      const [from = '', , stage = ''] = rest.split(' ');
      stages.push({ name: stage, from, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
}

/** Parses NAME=value and NAME="some value". */
export function assignments(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  // Every other part is quoted.
  const parts = text.split('"');
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) continue;
    for (const word of part.split(/\s/)) {
      const equals = word.indexOf('=');
      if (equals > 0)
        found[word.slice(0, equals)] = word.slice(equals + 1) || (part.endsWith(word) ? (parts[index + 1] ?? '') : '');
    }
  }
  return found;
}
