/** How long accounts, devices and files are kept. Services keep to these numbers, and /privacy and /terms print them. */

/** Days without a request after which a session ends, and days after which every session ends. */
export const SESSION_IDLE_DAYS = 30
export const SESSION_DAYS = 180

/** Seconds that what a device gets for its password is valid, and days that it can be renewed without it. */
export const DEVICE_GRANT_SECONDS = 3_600
export const DEVICE_RENEWAL_DAYS = 14

/** Free accounts per location in this many days, unless the operator sets another number. */
export const FREE_ACCOUNTS_MAX = 3
export const FREE_ACCOUNTS_DAYS = 30

/** Minutes after a confirmation in which a person is known to be the account's owner. */
export const CONFIRMED_MINUTES = 10

/** Minutes that the link of a mail sets a new password, and hours that a change of email waits for its confirmations. */
export const RESET_MINUTES = 60
export const EMAIL_CHANGE_HOURS = 24

/** Hours that an uploaded file waits for its import to be started, and days that it stays after the import. */
export const UPLOAD_HOURS = 1
export const UPLOAD_DAYS = 30

/** Days that a device keeps an article for reading offline, from when it was saved or renewed. */
export const KEPT_DAYS = 7

/** Days that a page waits to be read which a person handed over. */
export const PROVIDED_PAGE_DAYS = 7

/** Days within which a deleted link can be brought back. */
export const DELETED_DAYS = 30

/** Days that an article stays which no link has any more. */
export const UNLINKED_DAYS = 30

/** Days after a payment within which it is given back on request. */
export const REFUND_DAYS = 30

/** Hours that an export can be downloaded. */
export const EXPORT_HOURS = 24
