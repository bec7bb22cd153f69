/** A problem of a form field, by the field's name. */
export interface FieldProblem {
  readonly name: string;
  readonly label: string;
  readonly message: string;
}

/** The first problem in the page's order. */
export function focusField(page: HTMLElement | null, name: string): void {
  page?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
