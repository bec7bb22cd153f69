import { Binary } from 'bson';
import { date, int, long, refused, type Row } from './documentedSample.fixture';

/** According to MongoDB's published source; its documentation does not cover clock changes. */
export const documentedZones: Readonly<Record<string, readonly Row[]>> = {
  'texts that only MongoDB reads are no failures that onError answers': [
    [{ $convert: { input: 'Feb 29 2024', to: 'date', onError: 'E' } }, refused(238)],
    [{ $dateFromString: { dateString: '2024-W09-4', onError: 'E' } }, refused(238)],
    [{ $dateFromString: { dateString: 'no date', onError: 'E' } }, 'E'],
    [{ $convert: { input: '2024-13-01', to: 'date', onError: 'E' } }, 'E'],
    [{ $dateFromString: { dateString: 'jun 5 2018', format: '%b %d %Y', onError: 'E' } }, refused(238)],
    [{ $dateFromString: { dateString: '05/06', format: '%d-%m-%Y', onError: 'E' } }, 'E'],
    [{ $convert: { input: new Binary(new Uint8Array(1)), to: 'int', onError: 'E' } }, refused(238)],
    [{ $convert: { input: 'AA==', to: 'binData', onError: 'E' } }, refused(238)],
  ],
  'clocks that are changed': [
    [
      {
        $dateSubtract: {
          startDate: date('2024-11-03T06:30:00Z'),
          unit: 'year',
          amount: int(5),
          timezone: 'America/New_York',
        },
      },
      date('2019-11-03T06:30:00Z'),
    ],
    [
      {
        $dateAdd: {
          startDate: date('2024-11-02T05:30:00Z'),
          unit: 'day',
          amount: int(1),
          timezone: 'America/New_York',
        },
      },
      date('2024-11-03T05:30:00Z'),
    ],
    [
      {
        $dateDiff: {
          startDate: date('1969-12-31T23:59:59.999Z'),
          endDate: date('2024-06-30T22:30:00Z'),
          unit: 'hour',
          timezone: 'Australia/Lord_Howe',
        },
      },
      long(477720),
    ],
  ],
};
