import { api } from '@laurel/contract/routes'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { askedOf, type OrdersSearch } from './orders-search.ts'

/** What the list shows, all pages of it, for a spreadsheet. */
export function ExportOrders({ search }: { search: OrdersSearch }) {
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      const file = await call(api.exportOfficeOrders, { query: askedOf(search) })
      saveFile(file as unknown as Blob, 'orders.csv')
    } catch (cause) {
      const text = formError(cause) ?? 'Try again in a moment.'
      showToast({ tone: 'bad', title: 'The file did not come', text })
    }
    setPending(false)
  }
  return (
    <Button onClick={() => void save()} isPending={isPending}>
      <Icon of={Download} />
      Export CSV
    </Button>
  )
}
