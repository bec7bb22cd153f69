/** A postal address in the schema's terms; fields that a country lacks are empty. */
export interface Address {
  readonly fullName: string;
  readonly company: string;
  readonly streetLine1: string;
  readonly streetLine2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1, two capital letters. */
  readonly countryCode: string;
  readonly phoneNumber: string;
}
