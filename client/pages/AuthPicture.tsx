import './auth.css';

/** Hidden on phones, where the form comes first. */
export function AuthPicture() {
  return (
    <div className="auth-picture" aria-hidden="true">
      <img
        src="/pictures/sign-in-900.avif"
        srcSet="/pictures/sign-in-600.avif 600w, /pictures/sign-in-900.avif 900w"
        sizes="50vw"
        alt=""
        width={900}
        height={1200}
        loading="lazy"
      />
    </div>
  );
}
