/** Keys to press, one after the other or together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid min-h-[22px] min-w-[22px] place-items-center rounded-[6px] border border-line-mid bg-surface px-1.5 font-medium font-sans text-[0.8125rem] text-muted leading-none"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
