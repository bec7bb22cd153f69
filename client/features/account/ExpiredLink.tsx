import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ActionResult } from './ActionResult';
import type { LinkFailure } from './linkFailure';

interface Words {
  title: string;
  text: string;
}

const dead: Words = { title: 'This link no longer works', text: 'It has expired, or it was used already.' };

const unchecked: Record<Exclude<LinkFailure, 'invalid'>, string> = {
  unreachable: 'The shop could not be reached. Check your connection and open the link again.',
  refused: 'Wait a moment and open the link again.',
};

interface Props {
  failure: LinkFailure;
  /** In place of the words for a dead link, where a press without an answer may have used it. */
  maybeDone?: Words | undefined;
  children?: ReactNode;
}

export function ExpiredLink({ failure, maybeDone, children }: Props) {
  if (failure !== 'invalid') return <ActionResult title="The link could not be checked" text={unchecked[failure]} />;
  return (
    <ActionResult {...(maybeDone ?? dead)}>
      {children}
      <Button component={Link} to="/login" variant="outlined">
        Sign In
      </Button>
    </ActionResult>
  );
}
