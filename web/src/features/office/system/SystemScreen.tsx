import type { SystemSearch } from '../screen-searches.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { HealthPanel } from './HealthPanel.tsx'
import { QueueTable } from './QueueTable.tsx'

/** What works, what waits, and what needs to be run again. */
export function SystemScreen({ search: { queue } }: { search: SystemSearch }) {
  return (
    <>
      <DeskHead
        title="System"
        text="Mail, payments and fulfillment run by themselves. What failed waits here."
      />
      <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid min-w-0 content-start gap-10">
          <FailedJobs queue={queue} />
          <QueueTable />
        </div>
        <HealthPanel />
      </div>
    </>
  )
}
