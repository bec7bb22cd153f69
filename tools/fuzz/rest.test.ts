import { testFields } from './fuzzSuite';

testFields('rest');
