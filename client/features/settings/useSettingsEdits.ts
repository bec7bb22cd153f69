import { useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '../../lib/apiError';
import { newIdempotencyKey } from '../../lib/idempotency';
import { serverMessage } from '../../lib/serverMessage';
import { toast } from '../../ui/toast';

/** Settings as they are stored. */
export interface Saved<Content> {
  content: Content;
  version: number;
}

/** A change that can be made to whatever is stored by then. */
export type Edit<Content> = (content: Content) => Content;

export interface Conflict<Content> {
  /** What is stored by now. */
  now: Content;
  /** The same with the edit made to it. */
  wanted: Content;
  saveMine: () => void;
  keepTheirs: () => void;
}

interface Options<Content> {
  settings: Saved<Content> | undefined;
  /** Answers what is stored then. */
  write: (next: Saved<Content>, idempotencyKey: string) => Promise<Saved<Content>>;
  reload: () => Promise<Saved<Content>>;
  /** What the toast says. */
  savedWords: string;
}

interface Request<Content> {
  edit: Edit<Content>;
  /** After it was saved, also when a conflict came between. */
  onSaved?: (() => void) | undefined;
  /** Shows the refusal in its place; false: it has none there. */
  onRefused?: ((refusal: ApiError) => boolean) | undefined;
}

const noAnswer = 'The shop gave no answer. Nothing on this page is lost: please try again.';
const undoMs = 10_000;

/** Saves whole settings in the place of those that were seen, offers to take it back, and shows what somebody else has saved meanwhile. */
export function useSettingsEdits<Content>({ settings, write, reload, savedWords }: Options<Content>) {
  const [pending, setPending] = useState<{ request: Request<Content>; now: Saved<Content> }>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const key = useRef(newIdempotencyKey());

  async function saveOn(base: Saved<Content>, request: Request<Content>): Promise<void> {
    setFailure(undefined);
    setSaving(true);
    try {
      const next = { content: request.edit(base.content), version: base.version };
      const after = await write(next, key.current);
      key.current = newIdempotencyKey();
      setPending(undefined);
      const undo = () => void saveOn(after, { edit: () => base.content });
      toast(savedWords, 'success', undoMs, { label: 'Undo', run: undo });
      request.onSaved?.();
    } catch (error) {
      await fail(error, request);
    } finally {
      setSaving(false);
    }
  }

  async function fail(error: unknown, request: Request<Content>): Promise<void> {
    const refusal = apiErrorOf(error);
    if (refusal) key.current = newIdempotencyKey();
    const now = refusal?.code === 'CONFLICT' ? await reload().catch(() => undefined) : undefined;
    if (now) return setPending({ request, now });
    if (!refusal || request.onRefused?.(refusal) !== true) setFailure(serverMessage(error, noAnswer));
  }

  const conflict: Conflict<Content> | undefined = pending && {
    now: pending.now.content,
    wanted: pending.request.edit(pending.now.content),
    saveMine: () => void saveOn(pending.now, pending.request),
    keepTheirs: () => setPending(undefined),
  };
  return {
    /** One at a time: a second press waits for the first one's answer. */
    save: async (request: Request<Content>): Promise<void> => {
      if (settings && !isSaving) await saveOn(settings, request);
    },
    isSaving,
    conflict,
    failure,
  };
}
