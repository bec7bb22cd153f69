import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ActionResult } from './ActionResult';

export type LinkFailure = 'invalid' | 'unreachable';

export function ExpiredLink({ failure, children }: { failure: LinkFailure; children?: ReactNode }) {
  if (failure === 'unreachable') {
    return (
      <ActionResult
        title="The link could not be checked"
        text="The shop could not be reached. Check your connection and open the link again."
      />
    );
  }
  return (
    <ActionResult title="This link no longer works" text="It has expired, or it was used already.">
      {children}
      <Button component={Link} to="/login" variant="outlined">
        Sign In
      </Button>
    </ActionResult>
  );
}
