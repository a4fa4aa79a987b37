/** Decorative: a name beside it, or its button's label, has the full text. */
export function Initials({ name }: { name: string }) {
  return (
    <span
      data-initials={initials(name)}
      className="grid size-[34px] shrink-0 place-items-center rounded-full bg-accent-wash font-semibold text-[0.8125rem] text-ink leading-none before:content-[attr(data-initials)]"
    />
  )
}

function initials(name: string): string {
  const [first = '', ...others] = name.split(' ')
  return `${first.charAt(0)}${others.at(-1)?.charAt(0) ?? ''}`.toUpperCase()
}
