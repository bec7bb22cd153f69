import { readEnvironment } from '../env';

/** Settings of a real Firebase project. */
export const firebaseProject = {
  FIREBASE_PROJECT_ID: 'corner-shop',
  FIREBASE_API_KEY: 'AIzaSyExample-key',
  FIREBASE_AUTH_DOMAIN: 'corner-shop.firebaseapp.com',
};

/** The minimal settings of production. */
export const productionSettings = {
  NODE_ENV: 'production',
  MONGODB_URI: 'mongodb://db.internal/kiosk',
  ...firebaseProject,
  PUBLIC_URL: 'https://shop.example',
};

/** The default settings of production, such as its limits. */
export const productionDefaults = () => readEnvironment(productionSettings as unknown as NodeJS.ProcessEnv);
