import { Timestamp } from 'bson';
import { date, double, int, long, refused, type Row } from './documentedSample.fixture';

/** Results according to MongoDB's documentation or published source; types and the order of fields matter. */
export const documentedDates: Readonly<Record<string, readonly Row[]>> = {
  'parts of dates': [
    [{ $year: '$date' }, int(2024)],
    [{ $month: '$date' }, int(1)],
    [{ $dayOfMonth: '$date' }, int(31)],
    [{ $hour: '$date' }, int(12)],
    [{ $minute: '$date' }, int(34)],
    [{ $second: '$date' }, int(56)],
    [{ $millisecond: '$date' }, int(789)],
    [{ $dayOfWeek: '$date' }, int(4)],
    [{ $dayOfYear: date('2024-12-31T00:00:00Z') }, int(366)],
    [{ $week: date('2024-12-31T00:00:00Z') }, int(52)],
    [{ $week: date('2016-01-01T00:00:00Z') }, int(0)],
    [{ $week: date('2023-01-01T00:00:00Z') }, int(1)],
    [{ $isoWeek: date('2016-01-04T00:00:00Z') }, int(1)],
    [{ $isoWeek: date('2016-01-01T00:00:00Z') }, int(53)],
    [{ $isoWeekYear: date('2024-12-31T00:00:00Z') }, long(2025)],
    [{ $isoWeekYear: date('2016-01-01T00:00:00Z') }, long(2015)],
    [{ $isoDayOfWeek: date('2016-01-03T00:00:00Z') }, int(7)],
    [{ $hour: { date: date('2016-01-01T12:00:00Z'), timezone: '+03:00' } }, int(15)],
    [{ $hour: { date: date('2024-07-01T12:00:00Z'), timezone: 'America/New_York' } }, int(8)],
    [{ $hour: { date: date('2024-01-01T12:00:00Z'), timezone: 'America/New_York' } }, int(7)],
    [{ $dayOfMonth: { date: date('2017-01-01T01:29:09.123Z'), timezone: 'America/New_York' } }, int(31)],
    [{ $minute: { date: '$date', timezone: 'Asia/Kolkata' } }, int(4)],
    [{ $year: { date: '$date', timezone: null } }, null],
    [{ $year: { date: '$date', timezone: 'Nowhere/City' } }, refused(40485)],
    [{ $year: { date: '$date', timezone: 'america/new_york' } }, refused(40485)],
    [{ $year: { date: '$date', timezone: int(1) } }, refused(40517)],
    [{ $year: null }, null],
    [{ $year: '$text' }, refused(16006)],
    [{ $year: '$id' }, int(2024)],
    [{ $year: { date: '$date', zone: 'UTC' } }, refused(40535)],
    [{ $year: date('1969-12-31T23:59:59.999Z') }, int(1969)],
    [{ $second: date('1969-12-31T23:59:59.999Z') }, int(59)],
    [{ $tsSecond: new Timestamp({ t: 5, i: 6 }) }, long(5)],
    [{ $tsIncrement: new Timestamp({ t: 5, i: 6 }) }, long(6)],
    [{ $tsSecond: '$date' }, refused(5687301)],
    [
      { $dateToParts: { date: date('2017-01-01T01:29:09.123Z') } },
      {
        year: int(2017),
        month: int(1),
        day: int(1),
        hour: int(1),
        minute: int(29),
        second: int(9),
        millisecond: int(123),
      },
    ],
    [
      { $dateToParts: { date: date('2017-01-01T01:29:09.123Z'), timezone: 'America/New_York', iso8601: true } },
      {
        isoWeekYear: int(2016),
        isoWeek: int(52),
        isoDayOfWeek: int(6),
        hour: int(20),
        minute: int(29),
        second: int(9),
        millisecond: int(123),
      },
    ],
    [{ $dateToParts: { date: null } }, null],
  ],
  'dates from parts': [
    [
      {
        $dateFromParts: { year: int(2024), month: int(3), day: int(10), hour: int(2), timezone: 'America/New_York' },
      },
      date('2024-03-10T07:00:00Z'),
    ],
    [{ $dateFromParts: { year: int(2017), month: int(2), day: int(8), hour: int(12) } }, date('2017-02-08T12:00:00Z')],
    [
      { $dateFromParts: { isoWeekYear: int(2017), isoWeek: int(6), isoDayOfWeek: int(3), hour: int(12) } },
      date('2017-02-08T12:00:00Z'),
    ],
    [
      {
        $dateFromParts: {
          year: int(2016),
          month: int(12),
          day: int(31),
          hour: int(23),
          minute: int(46),
          second: int(12),
          timezone: 'America/New_York',
        },
      },
      date('2017-01-01T04:46:12Z'),
    ],
    [{ $dateFromParts: { year: int(2017), month: int(14), day: int(1), hour: int(12) } }, date('2018-02-01T12:00:00Z')],
    [{ $dateFromParts: { year: int(2017), month: int(0), day: int(1), hour: int(12) } }, date('2016-12-01T12:00:00Z')],
    [{ $dateFromParts: { year: int(2024), day: int(-1) } }, date('2023-12-30T00:00:00Z')],
    [{ $dateFromParts: { year: int(2024), millisecond: int(-1) } }, date('2023-12-31T23:59:59.999Z')],
    [{ $dateFromParts: { year: double(2024) } }, date('2024-01-01T00:00:00Z')],
    [{ $dateFromParts: { year: double(2024.5) } }, refused(40515)],
    [{ $dateFromParts: { year: int(0) } }, refused(40523)],
    [{ $dateFromParts: { year: int(10000) } }, refused(40523)],
    [{ $dateFromParts: { year: int(2024), month: int(40000) } }, refused(31034)],
    [{ $dateFromParts: { year: null } }, null],
    [{ $dateFromParts: { year: int(2024), month: '$missing' } }, null],
    [{ $dateFromParts: { month: int(1) } }, refused(9)],
    [
      {
        $dateFromParts: {
          year: int(2024),
          month: int(3),
          day: int(10),
          hour: int(2),
          minute: int(30),
          timezone: 'America/New_York',
        },
      },
      date('2024-03-10T07:30:00Z'),
    ],
    [
      {
        $dateFromParts: {
          year: int(2024),
          month: int(11),
          day: int(3),
          hour: int(1),
          minute: int(30),
          timezone: 'America/New_York',
        },
      },
      refused(238),
    ],
  ],
  'dates and texts': [
    [{ $dateFromString: { dateString: '2018', format: '%Y' } }, refused(241)],
    [{ $dateFromString: { dateString: '2018-06', format: '%Y-%m' } }, refused(241)],
    [{ $dateFromString: { dateString: '2018-06', format: '%Y-%m', onError: 'E' } }, 'E'],
    [{ $dateFromString: { dateString: '2018-06-15T12:00:00+0200', timezone: 'UTC' } }, date('2018-06-15T10:00:00Z')],
    [{ $dateToString: { date: '$date', timezone: 'GMT' } }, refused(238)],
    [{ $dateToString: { date: '$date' } }, '2024-01-31T12:34:56.789Z'],
    [{ $dateToString: { date: '$date', format: '%Y-%m-%d' } }, '2024-01-31'],
    [{ $dateToString: { date: '$date', format: '%H:%M:%S:%L%z', timezone: 'America/New_York' } }, '07:34:56:789-0500'],
    [{ $dateToString: { date: '$date', format: '%H:%M:%S:%L%Z', timezone: 'America/New_York' } }, '07:34:56:789-300'],
    [{ $dateToString: { date: '$date', format: '%z %Z', timezone: '+04:30' } }, '+0430 270'],
    [{ $dateToString: { date: '$date', format: '%j %U %V %G %u %w %%' } }, '031 04 05 2024 3 4 %'],
    [{ $dateToString: { date: date('2024-12-31T00:00:00Z'), format: '%G-W%V-%u' } }, '2025-W01-2'],
    [{ $dateToString: { date: '$date', format: '%b %B' } }, 'Jan January'],
    [{ $dateToString: { date: '$date', timezone: 'Europe/Berlin' } }, refused(238)],
    [{ $dateToString: { date: '$date', format: '%n' } }, refused(18536)],
    [{ $dateToString: { date: '$date', format: '100%' } }, refused(18535)],
    [{ $dateToString: { date: null, onNull: 'never' } }, 'never'],
    [{ $dateToString: { date: null, format: '%Y' } }, null],
    [{ $dateToString: { date: '$text' } }, refused(16006)],
    [{ $dateToString: { date: '$date', format: int(1) } }, refused(18533)],
    [{ $dateFromString: { dateString: '2017-02-08T12:10:40.787' } }, date('2017-02-08T12:10:40.787Z')],
    [
      { $dateFromString: { dateString: '2017-02-08T12:10:40.787', timezone: 'America/New_York' } },
      date('2017-02-08T17:10:40.787Z'),
    ],
    [{ $dateFromString: { dateString: '2017-02-08' } }, date('2017-02-08T00:00:00Z')],
    [{ $dateFromString: { dateString: '2024-05-01T10:00:00+02:00' } }, date('2024-05-01T08:00:00Z')],
    [
      { $dateFromString: { dateString: '2024-05-01T10:00:00', timezone: 'America/New_York' } },
      date('2024-05-01T14:00:00Z'),
    ],
    [{ $dateFromString: { dateString: '2024-05-01T10:00:00Z', timezone: 'America/New_York' } }, refused(241)],
    [{ $dateFromString: { dateString: '06-15-2018', format: '%m-%d-%Y' } }, date('2018-06-15T00:00:00Z')],
    [
      { $dateFromString: { dateString: '15 06 2018 08:30:05.25 +0200', format: '%d %m %Y %H:%M:%S.%L %z' } },
      date('2018-06-15T06:30:05.250Z'),
    ],
    [{ $dateFromString: { dateString: '2024-366', format: '%Y-%j' } }, refused(18536)],
    [{ $dateFromString: { dateString: '2025-01-2', format: '%G-%V-%u' } }, date('2024-12-31T00:00:00Z')],
    [{ $dateFromString: { dateString: '2023-02-30', format: '%Y-%m-%d' } }, refused(241)],
    [{ $dateFromString: { dateString: '2017-13-08' } }, refused(241)],
    [{ $dateFromString: { dateString: 'tomorrow' } }, refused(241)],
    [{ $dateFromString: { dateString: 'tomorrow', onError: 'bad' } }, 'bad'],
    [{ $dateFromString: { dateString: null, onNull: 'none' } }, 'none'],
    [{ $dateFromString: { dateString: '$missing' } }, null],
    [{ $dateFromString: { dateString: int(1) } }, refused(241)],
  ],
  'arithmetic of dates': [
    [{ $dateTrunc: { date: '$date', unit: 'day', binSize: long('100000000001') } }, refused(5439006)],
    [
      { $dateAdd: { startDate: date('2024-01-31T12:00:00Z'), unit: 'month', amount: int(1) } },
      date('2024-02-29T12:00:00Z'),
    ],
    [
      { $dateAdd: { startDate: date('2024-02-29T00:00:00Z'), unit: 'year', amount: int(1) } },
      date('2025-02-28T00:00:00Z'),
    ],
    [
      { $dateAdd: { startDate: date('2024-11-30T00:00:00Z'), unit: 'quarter', amount: int(1) } },
      date('2025-02-28T00:00:00Z'),
    ],
    [
      { $dateSubtract: { startDate: date('2024-03-31T00:00:00Z'), unit: 'month', amount: int(1) } },
      date('2024-02-29T00:00:00Z'),
    ],
    [
      {
        $dateAdd: {
          startDate: date('2021-03-13T15:00:00Z'),
          unit: 'day',
          amount: int(1),
          timezone: 'America/New_York',
        },
      },
      date('2021-03-14T14:00:00Z'),
    ],
    [
      {
        $dateAdd: {
          startDate: date('2021-03-13T15:00:00Z'),
          unit: 'hour',
          amount: int(24),
          timezone: 'America/New_York',
        },
      },
      date('2021-03-14T15:00:00Z'),
    ],
    [
      { $dateAdd: { startDate: date('2024-01-01T00:00:00Z'), unit: 'week', amount: int(-1) } },
      date('2023-12-25T00:00:00Z'),
    ],
    [
      { $dateAdd: { startDate: date('2024-01-01T00:00:00Z'), unit: 'millisecond', amount: long(1) } },
      date('2024-01-01T00:00:00.001Z'),
    ],
    [{ $dateAdd: { startDate: '$date', unit: 'eon', amount: int(1) } }, refused(5439014)],
    [{ $dateAdd: { startDate: '$date', unit: 'days', amount: int(1) } }, refused(5439014)],
    [{ $dateAdd: { startDate: '$date', unit: 'day', amount: double(1.5) } }, refused(5166405)],
    [{ $dateAdd: { startDate: null, unit: 'day', amount: int(1) } }, null],
    [{ $dateAdd: { startDate: '$date', unit: 'day' } }, refused(9)],
    [
      { $dateDiff: { startDate: date('2020-12-31T23:59:59Z'), endDate: date('2021-01-01T00:00:00Z'), unit: 'year' } },
      long(1),
    ],
    [
      { $dateDiff: { startDate: date('2021-01-01T00:00:00Z'), endDate: date('2021-12-31T00:00:00Z'), unit: 'year' } },
      long(0),
    ],
    [
      { $dateDiff: { startDate: date('2021-02-28T00:00:00Z'), endDate: date('2021-03-01T00:00:00Z'), unit: 'month' } },
      long(1),
    ],
    [
      {
        $dateDiff: { startDate: date('2021-03-31T00:00:00Z'), endDate: date('2021-04-01T00:00:00Z'), unit: 'quarter' },
      },
      long(1),
    ],
    [
      { $dateDiff: { startDate: date('2021-01-23T00:00:00Z'), endDate: date('2021-01-24T00:00:00Z'), unit: 'week' } },
      long(1),
    ],
    [
      {
        $dateDiff: {
          startDate: date('2021-01-24T00:00:00Z'),
          endDate: date('2021-01-25T00:00:00Z'),
          unit: 'week',
          startOfWeek: 'Monday',
        },
      },
      long(1),
    ],
    [
      {
        $dateDiff: {
          startDate: date('2021-01-24T00:00:00Z'),
          endDate: date('2021-01-25T00:00:00Z'),
          unit: 'week',
          startOfWeek: 'noday',
        },
      },
      refused(5439016),
    ],
    [
      {
        $dateDiff: {
          startDate: date('2020-11-01T04:30:00Z'),
          endDate: date('2020-11-01T09:30:00Z'),
          unit: 'hour',
          timezone: 'America/New_York',
        },
      },
      long(5),
    ],
    [
      { $dateDiff: { startDate: date('2024-01-02T00:00:00Z'), endDate: date('2024-01-01T23:59:00Z'), unit: 'day' } },
      long(-1),
    ],
    [
      {
        $dateDiff: {
          startDate: date('2024-01-01T00:00:59.999Z'),
          endDate: date('2024-01-01T00:01:00Z'),
          unit: 'minute',
        },
      },
      long(1),
    ],
    [
      {
        $dateDiff: {
          startDate: date('2024-01-01T00:00:59.999Z'),
          endDate: date('2024-01-01T00:01:00Z'),
          unit: 'second',
        },
      },
      long(1),
    ],
    [
      {
        $dateDiff: {
          startDate: date('2024-01-01T00:00:59.999Z'),
          endDate: date('2024-01-01T00:01:00Z'),
          unit: 'millisecond',
        },
      },
      long(1),
    ],
    [{ $dateDiff: { startDate: null, endDate: '$date', unit: 'day' } }, null],
    [
      {
        $dateTrunc: {
          date: date('2021-03-20T11:30:05Z'),
          unit: 'hour',
          binSize: int(2),
          timezone: 'America/Los_Angeles',
        },
      },
      date('2021-03-20T10:00:00Z'),
    ],
    [
      {
        $dateTrunc: {
          date: date('2021-03-20T11:30:05Z'),
          unit: 'week',
          timezone: 'America/Los_Angeles',
          startOfWeek: 'Monday',
        },
      },
      date('2021-03-15T07:00:00Z'),
    ],
    [
      {
        $dateTrunc: {
          date: date('2021-03-20T11:30:05Z'),
          unit: 'week',
          binSize: int(2),
          timezone: 'America/Los_Angeles',
          startOfWeek: 'Monday',
        },
      },
      date('2021-03-15T07:00:00Z'),
    ],
    [
      { $dateTrunc: { date: date('2024-07-01T02:00:00Z'), unit: 'day', timezone: 'America/New_York' } },
      date('2024-06-30T04:00:00Z'),
    ],
    [{ $dateTrunc: { date: date('2024-08-31T02:00:00Z'), unit: 'quarter' } }, date('2024-07-01T00:00:00Z')],
    [
      { $dateTrunc: { date: date('2024-08-31T02:00:00Z'), unit: 'month', binSize: int(6) } },
      date('2024-07-01T00:00:00Z'),
    ],
    [
      { $dateTrunc: { date: date('1999-08-31T02:00:00Z'), unit: 'year', binSize: int(5) } },
      date('1995-01-01T00:00:00Z'),
    ],
    [
      { $dateTrunc: { date: date('2024-08-31T02:34:00Z'), unit: 'minute', binSize: int(15) } },
      date('2024-08-31T02:30:00Z'),
    ],
    [{ $dateTrunc: { date: date('2024-08-31T02:34:00Z'), unit: 'week' } }, date('2024-08-25T00:00:00Z')],
    [{ $dateTrunc: { date: '$date', unit: 'day', binSize: int(0) } }, refused(5439018)],
    [{ $dateTrunc: { date: null, unit: 'day' } }, null],
    [{ $dateTrunc: { date: '$date', unit: 'fortnight' } }, refused(5439014)],
  ],
};
