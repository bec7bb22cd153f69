/** Instead of the uid of a deleted person: nobody's, and not a guest's either, whose orders an e-mail or a link can claim. */
export const deletedBuyer = '';
