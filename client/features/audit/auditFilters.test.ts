import { readFilters, toAuditFilter, writeFilters } from './auditFilters';

const none = { person: '', kind: '', from: '', to: '' } as const;

describe('the filters of the audit log', () => {
  it('are written to the URL and read from it', () => {
    const filters = { person: 'ann@example.com', kind: 'DELETE_USER', from: '2026-11-01', to: '2026-11-18' } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(none).toString()).toBe('');
    for (const kind of ['NOTHING', 'constructor']) expect(readFilters(new URLSearchParams({ kind }))).toEqual(none);
  });

  it('query whole local days, and omit the person while the e-mail is incomplete', () => {
    expect(toAuditFilter({ ...none, person: 'ann@' })).toEqual({});
    expect(
      toAuditFilter(
        readFilters(new URLSearchParams('person=+ann@example.com+&kind=MAKE_ADMIN&from=2026-11-17&to=2026-11-18')),
      ),
    ).toEqual({
      actorEmail: 'ann@example.com',
      kind: 'MAKE_ADMIN',
      from: new Date(2026, 10, 17).toISOString(),
      to: new Date(2026, 10, 19).toISOString(),
    });
    expect(toAuditFilter({ ...none, from: 'soon', to: '2026-02-30' })).toEqual({});
  });
});
