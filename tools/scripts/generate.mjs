// The two __generated__ folders, where they are missing or older than what they follow from.
import { generateCode } from './generateCode.mjs';

await generateCode();
