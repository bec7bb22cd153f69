import { useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '../../lib/apiError';
import type { Failure } from '../../lib/failure';
import { isSame } from '../../lib/isSame';
import { noAnswer } from '../../lib/noAnswer';
import { createSerialQueue } from '../../lib/serialQueue';
import { serverMessage } from '../../lib/serverMessage';
import { errorToast, showToast } from '../../ui/toast';
import { useIsCurrentPage } from '../../ui/useIsCurrentPage';

/** Settings as they are stored. */
export interface Saved<Content> {
  content: Content;
  version: number;
}

/** As they were read. */
export interface Stored<Content> extends Saved<Content> {
  /** Whether they say what a new shop begins with. */
  isExample: boolean;
}

/** A change that can be applied to whatever is stored. */
export type Edit<Content> = (content: Content) => Content;

export interface Conflict<Content> {
  /** Another one for each conflict. */
  id: number;
  /** The stored settings. */
  now: Content;
  /** The stored settings with the edit applied. */
  wanted: Content;
  /** The open form that the edit is of. */
  formId: string | undefined;
  /** Whether it is the form's values, which submitting it again saves. */
  isSubmission: boolean;
  saveMine: () => void;
  keepTheirs: () => void;
}

interface Options<Content> {
  settings: Saved<Content> | undefined;
  /** Returns the stored settings. */
  write: (next: Saved<Content>) => Promise<Saved<Content>>;
  reload: () => Promise<Saved<Content>>;
  /** The toasts' messages. */
  words: { saved: string; failed: string };
}

interface Request<Content> {
  edit: Edit<Content>;
  /** Whether what the form was opened with is still stored. */
  isCurrent?: ((content: Content) => boolean) | undefined;
  /** The form that the edit is of, also when it is no submission of it. */
  formId?: string | undefined;
  /** Whether it is the form's values. */
  isSubmission?: boolean;
  /** Called after saving, also after a resolved conflict. */
  onSaved?: ((after: Saved<Content>) => void) | undefined;
  /** Shows the failure beside the input; false: it cannot. */
  onFailed?: ((failure: Failure) => boolean) | undefined;
}

interface Pending<Content> {
  request: Request<Content>;
  now: Saved<Content>;
}

interface Conflicts<Content> {
  pending: Pending<Content> | undefined;
  /** How many there have been. */
  conflicts: number;
}

const notAnswered = `${noAnswer} Nothing on this page is lost: please try again.`;
const undoMs = 10_000;

const isVersionConflict = (refusal: ApiError | undefined): boolean =>
  refusal?.code === 'CONFLICT' && refusal.field === 'version';

/** Saves whole settings with optimistic locking, offers an undo, and shows concurrent changes. */
export function useSettingsEdits<Content>({ settings, write, reload, words }: Options<Content>) {
  const [enqueue] = useState(createSerialQueue);
  const [{ pending, conflicts }, setConflict] = useState<Conflicts<Content>>({ pending: undefined, conflicts: 0 });
  /** What the last call answered: newer than what was rendered when an edit was made. */
  const latest = useRef<Saved<Content>>(undefined);
  const running = useRef(0);
  /** How many conflicts there are by now: a task of the queue has that of the render in which it was asked for. */
  const shown = useRef(0);
  const isCurrentPage = useIsCurrentPage();

  /** One at a time, also from a toast, which calls the function of an earlier render. */
  async function run(task: () => Promise<void>): Promise<void> {
    running.current += 1;
    await enqueue(task).finally(() => (running.current -= 1));
  }

  function showConflict(request: Request<Content>, now: Saved<Content>): void {
    // Who has closed the form meanwhile has left what is there.
    if (request.formId !== undefined && document.getElementById(request.formId) === null) return;
    shown.current += 1;
    setConflict((before) => ({ pending: { request, now }, conflicts: before.conflicts + 1 }));
  }
  const dismiss = (): void => setConflict((before) => ({ ...before, pending: undefined }));
  /** One of another edit stays, beside what is stored now. */
  const dismissOf = (request: Request<Content>, now: Saved<Content>): void =>
    setConflict(({ pending: left, ...before }) => ({
      ...before,
      pending: left && !isSameInput(left.request, request) ? { ...left, now } : undefined,
    }));

  async function saveOn(base: Saved<Content>, request: Request<Content>): Promise<void> {
    const content = request.edit(base.content);
    // A second press, queued behind the first: its Undo would restore what the first has saved.
    const isRepeated = settings !== undefined && base.version > settings.version && isSame(content, base.content);
    if (isRepeated) {
      dismissOf(request, base);
      return request.onSaved?.(base);
    }
    try {
      const after = await write({ content, version: base.version });
      latest.current = after;
      dismissOf(request, after);
      const undo = () => {
        if (running.current === 0) void run(() => saveOn(after, { edit: () => base.content }));
      };
      // An older Undo would conflict with this save.
      const action = { label: 'Undo', run: undo };
      showToast({ message: words.saved, kind: 'success', duration: undoMs, action, key: words.saved });
      request.onSaved?.(after);
    } catch (error) {
      await fail(error, request);
    }
  }

  async function fail(error: unknown, request: Request<Content>): Promise<void> {
    const refusal = apiErrorOf(error);
    // An Undo may be pressed after the page was left.
    const now = isVersionConflict(refusal) && isCurrentPage() ? await reload().catch(() => undefined) : undefined;
    if (now) {
      latest.current = now;
      return showConflict(request, now);
    }
    const failure = { sentence: serverMessage(error, notAnswered), field: refusal?.field };
    if (request.onFailed?.(failure) !== true) errorToast(words.failed, failure.sentence);
  }

  /** Whoever has seen a conflict saves upon what was shown, or what this page has saved since. */
  const confirm = ({ now }: Pending<Content>, request: Request<Content>): Promise<void> =>
    run(async () => {
      const base = newer(now, latest.current) ?? now;
      await (shown.current === conflicts ? saveOn(base, request) : showConflict(request, base));
    });

  /** A form that is submitted again beside its conflict has seen what is stored. */
  const save = (request: Request<Content>): Promise<void> =>
    pending && isSameSubmission(pending.request, request)
      ? confirm(pending, request)
      : run(async () => {
          const base = newer(settings, latest.current);
          if (!base) return;
          if (request.isCurrent?.(base.content) === false) return showConflict(request, base);
          await saveOn(base, request);
        });

  const conflict: Conflict<Content> | undefined = pending && {
    id: conflicts,
    now: pending.now.content,
    wanted: pending.request.edit(pending.now.content),
    formId: pending.request.formId,
    isSubmission: pending.request.isSubmission === true,
    saveMine: () => void confirm(pending, pending.request),
    keepTheirs: dismiss,
  };
  return {
    save,
    conflict,
    /** For a form that closes: nothing can be saved of it any more. */
    dismissOfForms: (): void =>
      setConflict((before) =>
        before.pending?.request.formId === undefined ? before : { ...before, pending: undefined },
      ),
    /** Changes when a conflict has gone, with its buttons. */
    resolved: pending ? undefined : conflicts,
  };
}

const newer = <Content>(one: Saved<Content> | undefined, other: Saved<Content> | undefined) =>
  one && other ? (other.version > one.version ? other : one) : (one ?? other);

const isSameInput = <Content>(one: Request<Content>, other: Request<Content>): boolean =>
  one === other || isSameSubmission(one, other);

const isSameSubmission = <Content>(one: Request<Content>, other: Request<Content>): boolean =>
  one.isSubmission === true && other.isSubmission === true && one.formId === other.formId;
