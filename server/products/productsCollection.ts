export const productsCollection = 'products';
