import Typography from '@mui/material/Typography';

/** Above a form that fills its page. */
export function AuthTitle({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Typography variant="h1" sx={{ mb: 1.25 }}>
        {title}
      </Typography>
      <Typography color="textSecondary">{text}</Typography>
    </div>
  );
}
