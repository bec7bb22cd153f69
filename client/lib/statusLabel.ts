/** What a status is called, and the colour of its chip. */
export interface StatusLabel {
  readonly label: string;
  readonly color: 'default' | 'primary' | 'success' | 'warning' | 'error';
}
