import { usePageTitle } from '../../ui/usePageTitle';

/** A route that exists for the right people before its screen does. */
export function UnfinishedPage({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p className="muted dash-lead">This page is not ready yet.</p>
    </>
  );
}
