import { isValid, measure, medianOf, type Figures, type Run, type Target } from './measure';

export interface Measured {
  readonly figures: Figures;
  readonly valid: boolean;
}

export interface Round {
  readonly target: Target;
  /** The run of a round; round 0 warms the server up and is not counted. */
  readonly runOf: (round: number) => Promise<Run> | Run;
}

/** Measures several servers in turn, starting each round with another one. */
export async function compare<Name extends string>(
  contenders: Readonly<Partial<Record<Name, Round>>>,
  rounds: number,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(contenders) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>;
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const contender = contenders[name];
      if (!contender) continue;
      const figures = await measure(contender.target, await contender.runOf(round));
      // A failure during the warm-up counts.
      if (round > 0 || !isValid(figures)) taken[name].push(figures);
    }
  }
  const measured = names.map((name) => {
    const figures = medianOf(taken[name]);
    return [name, { figures, valid: isValid(figures) }];
  });
  return Object.fromEntries(measured) as Record<Name, Measured>;
}
