type ProgressProps = {
  label: string
  /** Of `total`, how many are done. */
  done: number
  /** Of `total`, how many are done but need a hand. */
  warned?: number
  total: number
}

export function Progress({ label, done, warned = 0, total }: ProgressProps) {
  const share = (count: number) => `${total > 0 ? (100 * count) / total : 0}%`
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done + warned}
      className="flex h-2 gap-0.5 overflow-hidden rounded-[4px] bg-line"
    >
      <span className="block rounded-[4px] bg-accent-line" style={{ width: share(done) }} />
      {warned > 0 && <span className="block rounded-[4px] bg-warn-line" style={{ width: share(warned) }} />}
    </div>
  )
}
