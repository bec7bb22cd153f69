import { authorize } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { BadInputError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { once, type ListArguments, type Listing } from '../lists/connection';
import type { Position } from '../lists/position';
import { pageRequest } from '../lists/readList';
import { provenEmail } from '../users/provenEmail';
import type { DataPlace, PersonalDocument } from './personalData.repository';

export type PersonalDataListing = Pick<Listing<PersonalDocument>, 'page'>;

/** Ids of any kind of record. */
const anyId = /^[^]{1,1000}$/;

/** Everything that the shop stores about the caller, record by record. */
export async function listPersonalData(context: Context, input: ListArguments): Promise<PersonalDataListing> {
  const signedIn = await authorize(context, 'myData');
  const { uid } = signedIn.viewer;
  const { first, fingerprint, after } = pageRequest(parseInput(pageInput, input), ['myData', uid], anyId);
  const start = after && decodePlace(after);
  return {
    page: once(async () => {
      const { personalData } = context.repositories;
      const person = { uid, email: provenEmail(signedIn) };
      const found = await personalData.readAfter(person, start, first + 1);
      const rows = found.slice(0, first).map((record) => withRole(record, signedIn));
      const positions = rows.map(({ place }) => encodePlace(place));
      return {
        rows,
        positionAt: (index) => positions[index] as Position,
        end: positions.at(-1) ?? null,
        fingerprint,
        hasNextPage: found.length > first,
        hasPreviousPage: after !== null,
      };
    }),
  };
}

/** The role is stored in the admins document. */
function withRole(row: PersonalDocument, { record }: SignedIn): PersonalDocument {
  return row.kind === 'ACCOUNT' ? { ...row, document: { ...row.document, role: record?.role ?? 'user' } } : row;
}

const encodePlace = ({ source, at, id }: DataPlace): Position => ({ key: `${source} ${at ?? ''}`, id });

function decodePlace({ key, id }: Position): DataPlace {
  const [, source, at] = /^(\d{1,2}) (-?\d{1,15})?$/.exec(String(key)) ?? [];
  if (source === undefined) throw new BadInputError('after is not a cursor of this list', 'after');
  return { source: Number(source), at: at === undefined ? null : Number(at), id };
}
