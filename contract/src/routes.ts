import { routes } from './route.ts'

/**
 * Every call of the product, by name. Paths and methods of docs/spec.md §7 to the letter; the
 * lines below the rule are additions of the same form.
 */
export const api = routes({
  getSite: 'GET /api/v1/actual_rewards_site/',
  getCustomer: 'GET /api/v1/actual_user/',
  patchCustomer: 'PATCH /api/v1/actual_user/',
  putCustomer: 'PUT /api/v1/actual_user/',
  addToCart: 'POST /api/v1/add_to_cart/',
  getCardItem: 'GET /api/v1/card_items/{id}/',
  patchCardItem: 'PATCH /api/v1/card_items/{id}/',
  deleteCardItem: 'DELETE /api/v1/card_items/{id}/',
  listRecipients: 'GET /api/v1/card_recipient_details/',
  createRecipient: 'POST /api/v1/card_recipient_details/',
  patchRecipient: 'PATCH /api/v1/card_recipient_details/{id}/',
  deleteRecipient: 'DELETE /api/v1/card_recipient_details/{id}/',
  importRecipients: 'POST /api/v1/csv_card_item_imports/',
  listHeardAboutOptions: 'GET /api/v1/heard_about_options/',
  listLandingComponents: 'GET /api/v1/landing_components/',
  getOrderSummary: 'GET /api/v1/order_summary/',
  previewOrderSummary: 'POST /api/v1/order_summary/',
  listOrders: 'GET /api/v1/orders/',
  attachBulkAddress: 'POST /api/v1/orders/{order_id}/attach_address_to_bulk_items/',
  createBulkShippingOrder: 'POST /api/v1/orders/{order_id}/bulk_shipping_orders/',
  getOrder: 'GET /api/v1/orders/{id}/',
  reorder: 'POST /api/v1/orders/{id}/add_items_to_cart/',
  listPaymentProviders: 'GET /api/v1/organization_payment_providers/',
  createPayment: 'POST /api/v1/payments/',
  listPredefinedAmounts: 'GET /api/v1/predefined_amounts/',
  listPredefinedMessages: 'GET /api/v1/predefined_messages/',
  listAddresses: 'GET /api/v1/registered_addresses/',
  createAddress: 'POST /api/v1/registered_addresses/',
  getAddress: 'GET /api/v1/registered_addresses/{id}/',
  putAddress: 'PUT /api/v1/registered_addresses/{id}/',
  deleteAddress: 'DELETE /api/v1/registered_addresses/{id}/',
  listTemplates: 'GET /api/v1/reward_card_templates/',
  listRewardInfos: 'GET /api/v1/reward_infos/',
  getRewardInfo: 'GET /api/v1/reward_infos/{name}/',
  listRewards: 'GET /api/v1/rewards/',
  listShippingOptions: 'GET /api/v1/shipping_options/',
  createShippingOrder: 'POST /api/v1/shipping_orders/',
  listUsStates: 'GET /api/v1/us_states/',
  // ─── additions ───────────────────────────────────────────────────────────────
  listCardItems: 'GET /api/v1/card_items/',
  createCardItem: 'POST /api/v1/card_items/',
  getCardPrintFile: 'GET /api/v1/card_items/{id}/print_file/',
  verifyPayment: 'POST /api/v1/orders/{id}/verify_payment/',
  uploadFile: 'POST /api/v1/files/',
  getFile: 'GET /api/v1/files/{key}/',
  // ─── the office ──────────────────────────────────────────────────────────────
  startOfficeSignIn: 'POST /api/v1/office/sign_in/',
  finishOfficeSignIn: 'POST /api/v1/office/sign_in/code/',
  officeSignOut: 'POST /api/v1/office/sign_out/',
  getOfficeMe: 'GET /api/v1/office/me/',
  changeOfficePassword: 'POST /api/v1/office/password/',
})

export type Api = typeof api
export type OperationName = keyof Api
