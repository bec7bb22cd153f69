/** What is wrong with a field of the page, by its name. */
export interface FieldProblem {
  readonly name: string;
  readonly label: string;
  readonly message: string;
}

/** Of what is wrong the first, as the page has it. */
export function focusField(page: HTMLElement | null, name: string): void {
  page?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
