import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

/** For staff. The frame asks them to sign in, with little code: the screens come after that. */
export const Route = createFileRoute('/office')({
  codeSplitGroupings: [],
  staticData: { title: 'Office', frame: 'office' },
  component: lazyRouteComponent(() => import('../features/office/Office.tsx'), 'Office'),
})
