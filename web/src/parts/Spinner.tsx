type SpinnerProps = { label?: string; className?: string }

export function Spinner({ label = 'Loading', className = '' }: SpinnerProps) {
  return (
    <span role="status" className={`inline-grid place-items-center ${className}`}>
      <span
        aria-hidden="true"
        className="size-6 animate-spin rounded-full border-2 border-accent-line border-e-transparent"
      />
      <span className="sr-only">{label}</span>
    </span>
  )
}
