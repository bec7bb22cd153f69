/** An error in a CSV file, with a message for the user who chose the file. */
export class CsvProblem extends Error {}
