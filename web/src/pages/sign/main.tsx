import "./page.css";
import { start } from "../../kit/start";
start(<p>sign</p>);
