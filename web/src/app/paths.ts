/** Where the shell's links lead. Screens name their own neighbors through the router's types. */
export const paths: Record<'myRewards' | 'account' | 'recipients' | 'settings', string> = {
  myRewards: '/my-rewards',
  account: '/account',
  recipients: '/recipients',
  settings: '/settings',
}
