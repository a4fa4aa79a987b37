import { createFileRoute } from '@tanstack/react-router'
import { Office } from '../features/office/Office.tsx'

/** The organization's people work here; the frame itself asks who they are. */
export const Route = createFileRoute('/office')({
  staticData: { title: 'Office', frame: 'office' },
  component: Office,
})
