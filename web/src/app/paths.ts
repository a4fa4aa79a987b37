/** Targets of the shell's links. Screens use the router's typed paths. */
export const paths: Record<'myRewards' | 'account' | 'recipients' | 'settings', string> = {
  myRewards: '/my-rewards',
  account: '/account',
  recipients: '/recipients',
  settings: '/settings',
}
