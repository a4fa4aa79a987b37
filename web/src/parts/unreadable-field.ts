/** Marks a field whose text cannot be read as what it asks for; what is in it may not be sent. */
export const UNREADABLE = 'data-unreadable'

/** Leads to the first field that cannot be read, if there is one. */
export function stopAtUnreadable(root: ParentNode | null): boolean {
  const field = root?.querySelector<HTMLElement>(`[${UNREADABLE}]`)
  field?.focus()
  return field != null
}
