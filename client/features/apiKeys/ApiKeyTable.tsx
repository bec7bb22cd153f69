import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { RevokeApiKeyDocument } from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { toast } from '../../ui/toast';
import { apiKeyColumns, apiKeyTableStyles } from './apiKeyColumns';
import { type ApiKeyRow, useApiKeys } from './useApiKeys';

/** All keys of the shop; live ones can be revoked. */
export function ApiKeyTable() {
  const { error, ...list } = useApiKeys();
  const [revoke] = useMutation(RevokeApiKeyDocument);
  const [asked, setAsked] = useState<ApiKeyRow>();
  const area = useRef<HTMLElement>(null);
  function end({ id, name }: ApiKeyRow) {
    setAsked(undefined);
    area.current?.focus();
    void revoke({ variables: { input: { id } } }).then(
      () => toast(`"${name}" is revoked`, 'success'),
      (failure: unknown) => toast(serverMessage(failure, 'Failed to revoke the key'), 'error'),
    );
  }
  return (
    <>
      <DataTable
        ref={area}
        wide
        label="API keys"
        styles={apiKeyTableStyles}
        columns={apiKeyColumns(setAsked)}
        list={list}
        loadingWords="Loading..."
        empty={<EmptyState title="No API keys yet" />}
        failure={error ? serverMessage(error, 'Failed to load the API keys') : undefined}
      />
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to revoke this key?"
          detail={`"${asked.name}", …${asked.lastFour}: whatever uses it is refused from now on. This cannot be undone.`}
          confirm="Revoke"
          onClose={() => setAsked(undefined)}
          onConfirm={() => end(asked)}
        />
      )}
    </>
  );
}
