import Chip from '@mui/material/Chip';

export function RoleChip({ role }: { role: string }) {
  return <Chip variant="status" color={role === 'admin' ? 'primary' : 'default'} label={role} />;
}
