/** Replaces the uid of a deleted person: neither an account, nor a guest, whose orders can be claimed by e-mail or link. */
export const deletedBuyer = '';
