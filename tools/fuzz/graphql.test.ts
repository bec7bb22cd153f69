import { testFields } from './fuzzSuite';

testFields('graphql');
