import { date, int, long, type Row } from './documentedSample.fixture';

/** As MongoDB's published source has it: its documentation does not speak of clocks that are changed. */
export const documentedZones: Readonly<Record<string, readonly Row[]>> = {
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
