/** A status's text and its chip's colour. */
export interface StatusLabel {
  readonly label: string;
  readonly color: 'default' | 'primary' | 'success' | 'warning' | 'error';
}
