// Generates the two __generated__ folders if they are missing or outdated.
import { generateCode } from './generateCode.mjs';

await generateCode();
