/** What is wrong with a file, in a sentence for whoever made it. */
export class CsvProblem extends Error {}
