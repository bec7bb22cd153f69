const stripes = Array.from({ length: 9 }, (_, index) => index);
const width = 100 / stripes.length;

export function Awning() {
  return (
    <svg className="awning" viewBox="0 0 100 64" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {stripes.map((index) => (
        <path
          key={index}
          className={index % 2 ? 'awning-light' : 'awning-dark'}
          d={`M${index * width} 0h${width}v46a${width / 2} 16 0 0 1-${width} 0z`}
        />
      ))}
      <path className="awning-edge" d="M0 0h100v3H0z" />
    </svg>
  );
}
