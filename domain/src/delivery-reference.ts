/** A letter's or parcel's reference on paper and in lists: `D-17`. */
export function deliveryReference(id: number): string {
  return `D-${id}`
}

/** @returns undefined if it isn't a reference; `D-17`, `d17`, and `17` all are */
export function readDeliveryReference(text: string): number | undefined {
  const [, digits] = /^(?:d\s*-?\s*)?(\d{1,15})$/i.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
