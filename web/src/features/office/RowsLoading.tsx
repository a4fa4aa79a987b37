import { Loading, Skeleton } from '../../parts/Skeleton.tsx'

/** A list that is on its way. */
export function RowsLoading({ label }: { label: string }) {
  return (
    <Loading label={`${label} are loading`}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </Loading>
  )
}
