/** What the dates beside the options count on. */
export function EstimateNote() {
  return (
    <p className="mt-3 text-muted text-small">
      Dates are estimates for an order paid by card today: one business day for review and printing, then the
      carrier’s. Other ways to pay add the days until the money arrives.
    </p>
  )
}
