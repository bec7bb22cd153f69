import { useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '../../lib/apiError';
import { newIdempotencyKey } from '../../lib/idempotency';
import { serverMessage } from '../../lib/serverMessage';
import { showToast } from '../../ui/toast';

/** Settings as they are stored. */
export interface Saved<Content> {
  content: Content;
  version: number;
}

/** A change that can be applied to whatever is stored. */
export type Edit<Content> = (content: Content) => Content;

export interface Conflict<Content> {
  /** The stored settings. */
  now: Content;
  /** The stored settings with the edit applied. */
  wanted: Content;
  saveMine: () => void;
  keepTheirs: () => void;
}

interface Options<Content> {
  settings: Saved<Content> | undefined;
  /** Returns the stored settings. */
  write: (next: Saved<Content>, idempotencyKey: string) => Promise<Saved<Content>>;
  reload: () => Promise<Saved<Content>>;
  /** The toast's message. */
  savedWords: string;
}

interface Request<Content> {
  edit: Edit<Content>;
  /** Called after saving, also after a resolved conflict. */
  onSaved?: (() => void) | undefined;
  /** Shows the rejection at its field; false: it has none. */
  onRefused?: ((refusal: ApiError) => boolean) | undefined;
}

const noAnswer = 'The shop gave no answer. Nothing on this page is lost: please try again.';
const undoMs = 10_000;

/** Saves whole settings with optimistic locking, offers an undo, and shows concurrent changes. */
export function useSettingsEdits<Content>({ settings, write, reload, savedWords }: Options<Content>) {
  const [pending, setPending] = useState<{ request: Request<Content>; now: Saved<Content> }>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const key = useRef(newIdempotencyKey());
  const running = useRef(false);

  /** One at a time, also from a toast, which calls the function of an earlier render. */
  async function saveOn(base: Saved<Content>, request: Request<Content>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setFailure(undefined);
    setSaving(true);
    try {
      const next = { content: request.edit(base.content), version: base.version };
      const after = await write(next, key.current);
      key.current = newIdempotencyKey();
      setPending(undefined);
      const undo = () => void saveOn(after, { edit: () => base.content });
      const action = { label: 'Undo', run: undo };
      // An older Undo would conflict with this save.
      showToast({ message: savedWords, kind: 'success', duration: undoMs, action, key: savedWords });
      request.onSaved?.();
    } catch (error) {
      await fail(error, request);
    } finally {
      running.current = false;
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
    save: async (request: Request<Content>): Promise<void> => {
      if (settings) await saveOn(settings, request);
    },
    isSaving,
    conflict,
    failure,
  };
}
