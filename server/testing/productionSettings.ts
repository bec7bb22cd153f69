import { readEnvironment } from '../env';

/** A real Firebase project, as the shop's settings name one. */
export const firebaseProject = {
  FIREBASE_PROJECT_ID: 'corner-shop',
  FIREBASE_API_KEY: 'AIzaSyExample-key',
  FIREBASE_AUTH_DOMAIN: 'corner-shop.firebaseapp.com',
};

/** The least that a shop in production is told. */
export const productionSettings = {
  NODE_ENV: 'production',
  MONGODB_URI: 'mongodb://db.internal/kiosk',
  ...firebaseProject,
  PUBLIC_URL: 'https://shop.example',
};

/** What it is told no more about: the default limits of production are here. */
export const productionDefaults = () => readEnvironment(productionSettings as unknown as NodeJS.ProcessEnv);
