/** A file is being dragged over the page. */
export function DropHint() {
  return (
    <div className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-panel border-2 border-accent-line border-dashed bg-surface/88 text-h3">
      Drop the file to add its people
    </div>
  )
}
