import type { StepUp } from '../../src/domain/accounts/step-up.ts'
import { PASSWORD } from './accounts.ts'

/** An operation that asks for a step-up: what for, and a call that goes once it is shown. */
export type StepUpRow = {
  act: StepUp
  /** With the ids of what there is in braces. */
  call: string
  body?: unknown
  isAdmin?: true
  isAgency?: true
}

const EMAIL = 'new@example.com'
const RANGE = 'from=2027-04-01&to=2027-04-09'
const asAgency = (row: StepUpRow): StepUpRow => ({ ...row, isAgency: true })
const asAdmin = (row: StepUpRow): StepUpRow => ({ ...row, isAdmin: true })

/** Operations that ask, by their `operationId` (`contract-access`, *Step-up*). */
export const STEP_UP_ROWS: Record<string, StepUpRow> = {
  createApiKey: { act: 'api_key', call: 'POST /v1/panel/api-keys', body: { name: 'New key' } },
  createHotelSite: { act: 'site', call: 'POST /v1/panel/sites', body: { name: 'alfa.test' } },
  createSite: asAdmin({ act: 'site', call: 'POST /v1/admin/sites', body: { name: 'Other' } }),
  connectVendor: {
    act: 'vendor_connection',
    call: 'POST /v1/panel/vendors',
    body: { vendorId: '{otherVendor}' },
  },
  createPanelWebhook: {
    act: 'webhook',
    call: 'POST /v1/panel/webhooks',
    body: { url: 'https://hooks.example.com/2' },
  },
  changePanelWebhook: {
    act: 'webhook_address',
    call: 'PATCH /v1/panel/webhooks/{webhook}',
    body: { url: 'https://hooks.example.com/3' },
  },
  rotatePanelWebhookSecret: {
    act: 'secret',
    call: 'POST /v1/panel/webhooks/{webhook}/rotate-secret',
  },
  rotateHotelSiteSecret: {
    act: 'secret',
    call: 'POST /v1/panel/sites/{site}/rotate-secret',
    body: {},
  },
  rotateSiteSecret: asAdmin({
    act: 'secret',
    call: 'POST /v1/admin/sites/{adminSite}/rotate-secret',
    body: {},
  }),
  rotateVendorSecret: asAdmin({
    act: 'secret',
    call: 'POST /v1/admin/vendors/{vendor}/rotate-secret',
    body: {},
  }),
  makeVendorTestSecret: asAdmin({
    act: 'secret',
    call: 'POST /v1/admin/vendors/{vendor}/test-secret',
  }),
  createVendor: asAdmin({
    act: 'vendor',
    call: 'POST /v1/admin/vendors',
    body: { name: 'Other', contact: 'o@example.com' },
  }),
  addPanelMember: {
    act: 'member',
    call: 'POST /v1/panel/members',
    body: { email: 'stranger@example.com', role: 'owner' },
  },
  changePanelMember: {
    act: 'member',
    call: 'PATCH /v1/panel/members/{member}',
    body: { role: 'revenue' },
  },
  removePanelMember: { act: 'member', call: 'DELETE /v1/panel/members/{member}' },
  addMember: asAdmin({
    act: 'member',
    call: 'POST /v1/admin/hotels/alfa/members',
    body: { email: 'stranger@example.com', role: 'owner' },
  }),
  changeMember: asAdmin({
    act: 'member',
    call: 'PATCH /v1/admin/hotels/alfa/members/{member}',
    body: { role: 'revenue' },
  }),
  removeMember: asAdmin({ act: 'member', call: 'DELETE /v1/admin/hotels/alfa/members/{member}' }),
  changeColleague: asAgency({
    act: 'member',
    call: 'PATCH /v1/acenta/colleagues/{colleague}',
    body: { role: 'agency_accounts' },
  }),
  removeColleague: asAgency({
    act: 'member',
    call: 'DELETE /v1/acenta/colleagues/{colleague}',
  }),
  inviteColleague: asAgency({
    act: 'invitation',
    call: 'POST /v1/acenta/invitations',
    body: { email: EMAIL, role: 'agency_seller' },
  }),
  resendAgencyInvitation: asAgency({
    act: 'invitation',
    call: 'POST /v1/acenta/invitations/{invitation}/resend',
  }),
  changeAgencySecondFactor: asAgency({
    act: 'second_factor_rule',
    call: 'PATCH /v1/acenta/second-factor',
    body: { required: false },
  }),
  invitePanelMember: {
    act: 'invitation',
    call: 'POST /v1/panel/invitations',
    body: { email: EMAIL, role: 'owner' },
  },
  resendPanelInvitation: {
    act: 'invitation',
    call: 'POST /v1/panel/invitations/{invitation}/resend',
  },
  inviteMember: asAdmin({
    act: 'invitation',
    call: 'POST /v1/admin/hotels/alfa/invitations',
    body: { email: EMAIL, role: 'owner' },
  }),
  resendInvitation: asAdmin({
    act: 'invitation',
    call: 'POST /v1/admin/hotels/alfa/invitations/{invitation}/resend',
  }),
  inviteIntoAgency: asAdmin({
    act: 'invitation',
    call: 'POST /v1/admin/agencies/DELTA/invitations',
    body: { email: EMAIL, role: 'agency_owner' },
  }),
  resendInvitationOfAgency: asAdmin({
    act: 'invitation',
    call: 'POST /v1/admin/agencies/DELTA/invitations/{invitation}/resend',
  }),
  changePanelSecondFactor: {
    act: 'second_factor_rule',
    call: 'PATCH /v1/panel/second-factor',
    body: { required: false },
  },
  changeSecondFactorRequired: asAdmin({
    act: 'second_factor_rule',
    call: 'PATCH /v1/admin/hotels/alfa/second-factor',
    body: { required: true },
  }),
  confirmSecondFactor: {
    act: 'own_second_factor',
    call: 'POST /v1/auth/second-factor/confirm',
    body: { code: '{code}' },
  },
  addPasskey: {
    act: 'passkey',
    call: 'POST /v1/auth/passkeys',
    body: { name: 'Telephone', passkey: '{attestation}' },
  },
  removePasskey: {
    act: 'passkey',
    call: 'DELETE /v1/auth/passkeys/{passkey}',
    body: { currentPassword: PASSWORD },
  },
  createUser: asAdmin({
    act: 'account',
    call: 'POST /v1/admin/users',
    body: { email: EMAIL, password: 'a boat on the Bosphorus', name: 'New', role: 'guest' },
  }),
  changeUser: asAdmin({
    act: 'account',
    call: 'PATCH /v1/admin/users/{member}',
    body: { status: 'blocked' },
  }),
  removeUserSecondFactor: asAdmin({
    act: 'account',
    call: 'DELETE /v1/admin/users/{member}/second-factor',
  }),
  makeResetLink: asAdmin({ act: 'account', call: 'POST /v1/admin/users/{member}/reset-link' }),
  getPanelStatement: {
    act: 'guest_export',
    call: 'GET /v1/panel/statements/2027-03.csv?agency=DELTA',
  },
  getAgencyStatement: {
    act: 'guest_export',
    call: 'GET /v1/acenta/statements/2027-03.csv?hotel=alfa',
    isAgency: true,
  },
  exportBookings: { act: 'guest_export', call: `GET /v1/panel/exports/bookings?${RANGE}` },
  exportArrivals: { act: 'guest_export', call: 'GET /v1/panel/exports/arrivals' },
  exportDepartures: { act: 'guest_export', call: 'GET /v1/panel/exports/departures' },
  exportIdentities: { act: 'guest_export', call: 'GET /v1/panel/exports/identities' },
  exportGuest: { act: 'guest_export', call: 'GET /v1/panel/guests/export?email=carla@example.com' },
  eraseGuest: {
    act: 'guest_erasure',
    call: 'POST /v1/panel/guests/erase',
    body: { email: 'nobody@example.com' },
  },
  exportAgencyBookings: {
    act: 'guest_export',
    call: `GET /v1/acenta/exports/bookings?${RANGE}`,
    isAgency: true,
  },
  cancelManyBookings: {
    act: 'bulk_cancel',
    call: 'POST /v1/panel/bookings/cancel',
    body: { codes: '{codes}', reason: 'No answer' },
  },
}

/**
 * Operations that a session may call and that ask for none: they read, end access rather than give it, are a day's work,
 * or take the password in the same call.
 */
export const UNASKED = new Set(
  `acceptInvitation addPhoto askForPasskey assignRooms beginSecondFactor cancelBooking changeAgency changeApiKey changeBoard changeBooking
  changeCity changeEmail changeHotel changeMailSettings changeMe changePasskey listPasskeys changePanelHotel changePanelRate changePanelRoom
  listAgreements listAmenities putPhotoWidth changePhoto changeRate changeRoomType confirmBooking createAgency createBoard createCity createHotel createPanelRate createPanelRoom
  createRate createRoomType deleteBoard deleteCity deletePanelWebhook deletePhoto disconnectVendor endOtherSessions
  endSession exportCalendar findPanelBookings getAdminDashboard getAgencyDashboard getBooking getHotelPage
  getIdentities getKeyCertification getMe getOwnAgency getPriceCalendar getPanelBooking getPanelDashboard getPanelHotel
  getPanelSecondFactor getPanelWebhook getPanelWebhookDelivery getPush getSecondFactor getSecondFactorRequired
  getSystem getWebBookings listWebDays handOverManageLink limitApiKey listAgencies listAgencyBookings listAllBoards
  listAllBookings listAllCities listAllHotels listApiKeys listBookings listCatalogHistory listHotelHistory
  listHotelRates listHotelSites listHotelVendors listInvitations listMails listMembers listPanelBookings
  listPanelChanges listPanelDashboardDays listPanelDay listPanelDayHistory listPanelInvitations listPanelMembers
  listPanelRates listPanelReviews listPanelRooms listPanelWebhookDeliveries listPanelWebhooks listPhotos listPushes listRoomNumbers
  listSessions listSites listUsers listVendors logout mailManageLink markNoShow notePayment patchPanelAvailability
  cancelAgencyBooking changeAgencyBooking confirmAgencyBooking getAgencyBooking getAgencyToday
  addAgencyStay addPanelStay getAgencyTerms listAgencyAllotments listAllotments listPanelAllotments setPanelAllotments listOwnTerms listPanelAgencies putAgencyTerms changeAgencyGroup changeGroup changePanelGroup mailAgencyGroupLink mailGroupLink
  listAgencyStatements exportAgencyStatements listPanelStatements exportPanelStatements closeStatement
  addStatementAdjustment dropStatementAdjustment listAllStatements exportAllStatements getAnyStatement
  cancelAgencyGroup cancelPanelGroup confirmAgencyGroup confirmPanelGroup getAgencyGroup getAgencyGroupTrail getPanelGroup getPanelGroupTrail handOverGroupLink
  placeAgencyGroup placePanelGroup getGroup placeBooking placeGroup provePanelBooking pullPanelAvailability pullPanelRates pushPanelAvailability quoteStays redeliverPanelWebhook
  reinstateBooking removeSecondFactor renewRecoveryCodes replayPanelWebhook replyToReview reviewBooking revokeApiKey
  revokeHotelSite revokeSite searchAgencyHotels getAgencyHotel listAgencyRefusals searchHotels stepUp swapRooms testPanelWebhook withdrawInvitation withdrawPanelInvitation writeDesk
  changeOwnAgency endColleagueSessions getAgencySecondFactor listAgencyInvitations listColleagues withdrawAgencyInvitation
  writeIdentities writeRoomNumbers`.split(/\s+/),
)
