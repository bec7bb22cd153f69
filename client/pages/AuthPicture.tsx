import './auth.css';

/** Hidden on phones, where the form comes first. */
export function AuthPicture({ picture }: { picture: string }) {
  return (
    <div className="auth-picture" aria-hidden="true">
      <img src={`/pictures/${picture}-1-800.avif`} alt="" width={800} height={800} loading="lazy" />
    </div>
  );
}
